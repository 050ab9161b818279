/** The title suggested by a file name: "red_fox-01.png" becomes "Red fox 01"; empty when it has no words. */
export function titleFromFileName(fileName: string): string {
  const words = fileName
    .normalize('NFC')
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[_\-\s.+]+|\p{C}/gu, ' ')
    .trim()
  return words && words[0]!.toUpperCase() + words.slice(1)
}
