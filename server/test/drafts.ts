import { aNewPng } from './png.ts'
import { type TestApp, type TestUser, upload } from './test-app.ts'

/** Uploads a picture as a draft; answers what the upload says of it. */
export async function sendDraft(
  testApp: TestApp,
  person: TestUser,
  { png = aNewPng(), ...parts }: { png?: Buffer; title?: string; ai_made?: string } = {},
) {
  const fields = Object.entries(parts).map(([name, value]) => ({ name, value }))
  const file = { name: 'images', value: png, filename: 'a.png' }
  const [image] = (await upload(testApp, person, [file, ...fields], { draft: 'true' })).json().images
  return { ...image, id: image.image_id as number }
}
