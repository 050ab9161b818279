import { useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'

const areKeysOn = storedValue<boolean>('review-keys', (text) => text !== 'false')

/** Whether character keys are on, remembered by the browser; speech input users need to turn them off (WCAG 2.1.4). */
export function useCharacterKeysSetting() {
  const isOn = useSyncExternalStore(areKeysOn.subscribe, areKeysOn.read, () => true)
  return [isOn, areKeysOn.store] as const
}
