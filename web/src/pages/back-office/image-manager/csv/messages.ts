interface CsvCounts {
  changed: number
  same: number
  wrong: number
  waiting: number
}

export const messages = {
  upload: 'Upload CSV',
  export: 'Export CSV',
  exporting: 'Exporting…',
  exportFailed: 'The list could not be exported.',
  title: 'Upload CSV',
  hint:
    'Columns of Adobe Stock, Shutterstock or an export of ours, in any order. A row names its image by ID, slug or ' +
    'file name; an empty cell changes nothing.',
  choose: 'Choose a CSV file',
  reading: 'Reading the table…',
  planned: ({ changed, same, wrong, waiting }: CsvCounts) =>
    [
      `${changed} to change${waiting ? `, ${waiting === changed ? 'all' : waiting} of them wait for review` : ''}`,
      `${same} as they are`,
      ...(wrong ? [`${wrong} wrong`] : []),
    ].join(' · '),
  applied: ({ changed, wrong }: CsvCounts) => `${changed} changed, ${wrong} wrong`,
  reviewed: 'What is public stays as it is until your changes are approved.',
  row: 'Row',
  image: 'Image',
  change: 'What changes',
  empty: 'empty',
  more: (n: number) => `and ${n.toLocaleString('en')} more rows`,
  apply: (n: number) => (n === 1 ? 'Change 1 image' : `Change ${n.toLocaleString('en')} images`),
  applying: 'Changing…',
  nothing: 'There is nothing to change.',
  errors: 'Download the wrong rows',
  cancel: 'Cancel',
  done: 'Done',
}
