import { expect, test } from 'vitest'
import { fileNames, licenceText } from './zip-contents.ts'

test('files are called as alone, each once, none as a device on Windows or longer than file systems take', () => {
  expect(fileNames(['red-fox', 'red-fox-ab2cd', 'рыжая-лиса'])).toEqual([
    'red-fox.png',
    'red-fox-ab2cd.png',
    'рыжая-лиса.png',
  ])
  const [device, long, other] = fileNames(['con', '𠮷'.repeat(80), `${'𠮷'.repeat(79)}x`])
  expect(device).toBe('con-image.png')
  expect([long, other]).toEqual([`${'𠮷'.repeat(50)}.png`, `${'𠮷'.repeat(50)}-2.png`])
  expect(Buffer.byteLength(other!)).toBeLessThan(255)
})

test('the text names each licence once, each picture with its page and contributor, and what was left out', () => {
  const site = { name: 'Vitrine', url: 'https://vitrine.example' }
  const fox = {
    ...{ fileName: 'red-fox.png', slug: 'red-fox', title: 'Red\nfox', username: 'ada', first_name: '', last_name: '' },
    ...{ licence: 'library' as const, credit: '', ai_made: 'unknown' as const },
    ...{ source: null, source_place: null, source_generator: '' },
  }
  const images = [
    fox,
    { ...fox, fileName: 'red-fox-2.png', slug: 'red-fox-ab2cd', first_name: 'Ada', last_name: 'Lovelace' },
    { ...fox, fileName: 'red-fox-3.png', licence: 'apache-2.0' as const },
  ]
  expect(licenceText(images, { ids: [17], titles: ['Blue fox'] }, site)).toBe(`3 images from Vitrine
https://vitrine.example/

Free licence
Free for commercial use, no credit needed
https://vitrine.example/terms/

Apache License 2.0
Apache-2.0: free for commercial use, copies name the maker
https://www.apache.org/licenses/LICENSE-2.0

red-fox.png
Red fox, by ada (Free licence)
https://vitrine.example/image/red-fox/

red-fox-2.png
Red fox, by Ada Lovelace (Free licence)
https://vitrine.example/image/red-fox-ab2cd/

red-fox-3.png
Red fox, by ada (Apache License 2.0)
https://vitrine.example/image/red-fox/
Credit: “Red fox” by ada (https://vitrine.example/image/red-fox/), Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0)

Left out
Image 17 is no longer in the library.
The file of “Blue fox” could not be found.
`)
})
