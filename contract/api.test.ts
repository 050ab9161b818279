import { expect, test } from 'vitest'
import { api } from './api.ts'

/** Lists of all images and of one’s own, and how long they are. */
const lists = ['approved', 'pending', 'rejected', 'total'].flatMap((status) =>
  ['', 'user/'].flatMap((whose) => ['', '-images-length'].map((what) => `GET /images/${whose}${status}${what}/`)),
)
/** The other required calls, one per line; names of `{parameters}` are ignored (requirements: #calls). */
const requiredEndpoints = `
GET /images/keywords/
GET /images/{slug}/
GET /images/download/{cloudflare_id}/
POST /token/verify/
POST /token/refresh/
POST /accounts/user/login/
POST /accounts/user/register/
GET /accounts/user/profile/
PATCH /accounts/user/profile/update/
POST /accounts/user/password/change/
POST /accounts/user/forgot-password/
POST /accounts/user/reset-password/{uidb64}/{token}/
GET /accounts/users-list/
PATCH /accounts/user/admin/update/{id}/
POST /images/upload/
PUT /images/update/{id}/
PUT /images/bulk-update/
PATCH /images/update-multiple/
POST /images/deletes/
DELETE /images/delete/{id}/
DELETE /images/deleted-all/
POST /images/upload/csv/
GET /configuration/cloudflare/config/
POST /configuration/cloudflare/config/
`

const withoutParamNames = (call: string) => call.replaceAll(/\{\w+\}|:\w+/g, '{}')

test('every required call is in the contract (requirements: #calls)', () => {
  const calls = Object.values(api).flatMap((group) =>
    Object.values(group).map(({ method, path }) => withoutParamNames(`${method} ${path}`)),
  )
  const required = [...lists, ...requiredEndpoints.trim().split('\n')].map(withoutParamNames)
  expect(required.filter((call) => !calls.includes(call))).toEqual([])
  expect(new Set(calls).size, 'no call is listed twice').toBe(calls.length)
})
