import { type FormPart, multipart, type TestApp, type TestUser } from './test-app.ts'

/** Saves a person's profile, as its form does: the names, what else is named, and a picture. */
export function saveProfile(
  { app }: TestApp,
  { headers }: TestUser,
  fields: Record<string, string> = {},
  png?: Buffer,
  filename = 'me.png',
) {
  const parts: FormPart[] = Object.entries({ first_name: 'Ada', last_name: 'Lovelace', ...fields }).map(
    ([name, value]) => ({ name, value }),
  )
  if (png) parts.push({ name: 'image', value: png, filename })
  const url = '/api/v1/accounts/user/profile/update/'
  return app.inject({ method: 'PATCH', url, ...multipart(parts, headers) })
}
