type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>

/** KeyboardEvent.key, a letter in lower case, with the prefix 'Control+' for Control or Command. */
export const shortcutName = ({ ctrlKey, metaKey, key }: Keys) =>
  `${ctrlKey || metaKey ? 'Control+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
