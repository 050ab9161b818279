import { expect, test } from 'vitest'
import { setFiles, takeWaitingFiles } from '#features/images/image-files.sql'
import { answerAcross, lockTable } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { createImage, createUser, multipart, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp

test('the address of a waiting file is answered while an approval gives the file to its image', async () => {
  const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const { id } = await createImage(testApp, ada, { png: aPng(), title: 'Lighthouse' }, admin)
  const form = multipart([{ name: 'image', value: aPng({ seed: 2 }), filename: 'new.png' }], ada.headers)
  await app.inject({ method: 'PUT', url: `/api/v1/images/file/${id}/`, ...form })
  const list = await app.inject({ url: '/api/v1/images/user/total/', headers: ada.headers })
  const address: string = list.json().images[0].waiting_edit.file.cloudflare_url

  const answer = await answerAcross(db, () => app.inject(address), {
    lock: lockTable('waiting_edit'),
    change: async (transaction) => setFiles(transaction, await takeWaitingFiles(transaction, [id])),
  })
  expect(answer.statusCode).toBe(200)
})
