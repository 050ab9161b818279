import { expect, test } from 'vitest'
import { api } from './api.ts'

/** The required calls, one per line; names of `{parameters}` are ignored (requirements: #calls). */
const requiredEndpoints = `
GET /images/approved/
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
GET /images/pending/
GET /images/rejected/
GET /images/total/
GET /images/approved-images-length/
GET /images/pending-images-length/
GET /images/rejected-images-length/
GET /images/total-images-length/
GET /images/user/approved/
GET /images/user/pending/
GET /images/user/rejected/
GET /images/user/total/
GET /images/user/approved-images-length/
GET /images/user/pending-images-length/
GET /images/user/rejected-images-length/
GET /images/user/total-images-length/
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
  const required = requiredEndpoints.trim().split('\n').map(withoutParamNames)
  expect(required.filter((call) => !calls.includes(call))).toEqual([])
  expect(new Set(calls).size, 'no call is listed twice').toBe(calls.length)
})
