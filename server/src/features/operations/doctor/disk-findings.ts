import { constants } from 'node:fs'
import { access, mkdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'
import { keyFile } from '#kit/security/master-key'
import { advice, type Finding, fault } from './finding.ts'

/** The rights and the free space of the data folder. */
export async function diskFindings({
  DATA_DIR,
  FREE_DISK_MB,
  SECRET_KEY,
  STORE,
  FILES_SENT_BY,
}: Config): Promise<Finding[]> {
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return [fault(`${DATA_DIR} cannot be used by this account (${(error as Error).message}).`)]
  }
  const findings: Finding[] = []
  const { bavail, bsize } = await statfs(DATA_DIR)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (freeMb < FREE_DISK_MB)
    findings.push(
      fault(`${freeMb} MB are free in ${DATA_DIR}. Below FREE_DISK_MB (${FREE_DISK_MB}) no uploads are taken.`),
    )
  else if (freeMb < 3 * FREE_DISK_MB)
    findings.push(advice(`${freeMb} MB are free in ${DATA_DIR}; uploads are refused below ${FREE_DISK_MB}.`))
  if (!SECRET_KEY && (await hasMode(keyFile(DATA_DIR), 0o077)))
    findings.push(fault(`Other accounts can read ${keyFile(DATA_DIR)}, and sign in as anyone. Run chmod 600 on it.`))
  const files = join(DATA_DIR, 'files')
  if (STORE === 'disk') findings.push(...(await rightsFindings(DATA_DIR, files, FILES_SENT_BY === 'proxy')))
  return findings
}

async function rightsFindings(folder: string, files: string, areSentByProxy: boolean): Promise<Finding[]> {
  if (await hasMode(files, areSentByProxy ? 0o007 : 0o077))
    return [
      advice(
        `Other accounts can read pending and rejected pictures. Run chmod -R ${areSentByProxy ? 'o' : 'go'}= ${files}.`,
      ),
    ]
  if (areSentByProxy && !((await hasMode(folder, 0o010)) && (await hasMode(files, 0o010))))
    return [advice(`The group of the proxy cannot read the files. Run chmod g+x ${folder} and chmod -R g+rX ${files}.`)]
  return []
}

/** Whether a file or folder has any of these rights; Windows has no such. */
async function hasMode(path: string, bits: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && process.platform !== 'win32' && (found.mode & bits) !== 0
}
