/** Texts of the dialog of keys. */
export const messages = {
  keys: 'Keys',
  useKeys: 'Use the keys that are characters',
  keysHint: 'They rest while you type, and while Ctrl, Alt, Shift or Cmd is held.',
  close: 'Close',
}
