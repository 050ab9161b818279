import { aNewPng } from './png.ts'
import { callAs, createUser, type TestApp, type TestUser, upload } from './test-app.ts'

let sent = 0

/** Uploads one picture with what is said of it; undefined where it was refused. */
export async function send(testApp: TestApp, person: TestUser, png: Buffer, parts: object = {}, query = {}) {
  const fields = Object.entries(parts).map(([name, value]) => ({ name, value }))
  const file = { name: 'images', value: png, filename: `${++sent}.png` }
  return (await upload(testApp, person, [file, ...fields], query)).json().images?.[0]
}

/** Uploads a picture as a draft; answers what the upload says of it. */
export async function sendDraft(
  testApp: TestApp,
  person: TestUser,
  { png = aNewPng(), ...parts }: { png?: Buffer; title?: string; ai_made?: string } = {},
) {
  const image = await send(testApp, person, png, parts, { draft: 'true' })
  return { ...image, id: image.image_id as number }
}

export async function withLevel(testApp: TestApp, admin: TestUser, level: string) {
  const person = await createUser(testApp)
  await callAs(testApp, admin, 'PUT', `accounts/users/${person.id}/level`, { level })
  return person
}

export const queueOf = async ({ app }: TestApp, admin: TestUser, { username }: TestUser) => {
  const answer = await app.inject({ url: `/api/v1/images/pending/?username=${username}`, headers: admin.headers })
  return answer.json() as { count: number; images: { id: number; status: string }[] }
}
