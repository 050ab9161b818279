/** The name of a file as it is stored, and as a table names it: for people the same. */
export const spellings = [
  ['Cafe\u0301 1.PNG', 'CAF\u00c9 1.png'],
  ['M\u00fcller 2.png', 'Mu\u0308ller 2'],
  ['shot 3.10\u202fPM.png', 'Shot  3.10 pm.png'],
  ['\u0130stanbul 4.png', '\u0130STANBUL 4.PNG'],
  ['👨\u200d👩\u200d👧 5.png', '👨👩👧 5.png'],
  ['❤ 6.png', '❤\ufe0f 6.png'],
  ['say "hi" 7.png', 'red\\say "hi" 7.png'],
  ['soft\u00adhyphen 8.png', 'words/softhyphen\u200b 8.png'],
  ['stra\u00dfe 9.png', 'STRASSE 9.png'],
  ['δρόμος.png', 'ΔΡΌΜΟΣ.PNG'],
] as const

export const csvRow = (...cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
