import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import createClient from 'openapi-fetch'
import type { paths } from '../../../.cache/openapi.d.ts'

// A client of the OpenAPI document's types: takes pictures of a folder from an account to a download, and prints them.

const [baseUrl, folder, adminToken] = process.argv.slice(2) as [string, string, string]
const api = createClient<paths>({ baseUrl })
const signedIn = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

function done<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

/** Each entry of a list as a part of its own. */
function asForm(body: object): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(body)) for (const value of [values].flat()) form.append(name, value)
  return form
}

const email = 'client@people.example'
const password = 'glass-case-2'
const person = { username: 'client', email, number: '01234567890', password, confirm_password: password }
done(await api.POST('/accounts/user/register/', { body: { ...person, terms_accepted: true } }))
const { tokens } = done(await api.POST('/accounts/user/login/', { body: { email, password } })).data
const { access } = done(await api.POST('/token/refresh/', { body: { refresh: tokens.refresh_token } }))
const [contributor, admin] = [signedIn(access), signedIn(adminToken)]

const files = (await readdir(folder)).toSorted()
const ids: number[] = []
for (const batch of [files.slice(0, 10), files.slice(10)]) {
  const images = await Promise.all(batch.map(async (name) => new File([await readFile(join(folder, name))], name)))
  const body = { images, title: batch.map((name) => `Client’s ${name.replace('.png', '')}`) }
  const sent = await api.POST('/images/upload/', { ...contributor, body, bodySerializer: asForm })
  ids.push(...done(sent).images.map(({ image_id }) => image_id))
}

const body = { title: 'Paper kite', description: 'It flies.', keywords: ['kite'], category: 'hobbies_and_leisure' }
done(await api.PUT('/images/update/{id}/', { ...contributor, params: { path: { id: ids[0]! } }, body }))
const { count } = done(
  await api.PUT('/images/bulk-update/', { ...admin, body: { image_ids: ids, status: 'approved' } }),
)
const found = done(await api.GET('/images/approved/', { params: { query: { title: 'paper kite' } } })).images[0]!
const path = { cloudflare_id: found.cloudflare_id }
const download = await api.GET('/images/download/{cloudflare_id}/', { params: { path }, parseAs: 'arrayBuffer' })
const original = await readFile(join(folder, files[0]!))

const csv = done(await api.GET('/images/export/csv/', { ...contributor, parseAs: 'blob' }))
const table = { file: new File([csv], 'images.csv') }
const imported = await api.POST('/images/upload/csv/', { ...contributor, body: table, bodySerializer: asForm })
const { same, wrong } = done(imported)
const isWhole = original.equals(Buffer.from(done(download)))
console.log(JSON.stringify({ uploaded: ids.length, approved: count, found: found.title, isWhole, same, wrong }))
