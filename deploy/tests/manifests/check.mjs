// Prints the kind of each document of these files, and fails with a line for each that breaks the schema of its kind.
import { readFileSync } from 'node:fs'
import * as apps from 'kubernetes-models/apps/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'

const groups = { 'apps/v1': apps, 'networking.k8s.io/v1': networking, 'policy/v1': policy, v1: core }
const files = process.argv.slice(2)
const documents = files.flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS()))

for (const document of documents) {
  console.log(document.kind)
  if (document.kind === 'Kustomization') continue // of the client, with no schema in the cluster
  const Model = groups[document.apiVersion]?.[document.kind]
  try {
    new Model(document).validate()
  } catch (error) {
    console.error(`${document.kind} ${document.metadata?.name}: ${error.message}`)
    process.exitCode = 1
  }
}
