/** Texts of the API documentation page; summaries and field names are in the contract. */
export const messages = {
  title: 'API',
  description: 'Every call of the API: what it takes, what it answers, who may make it.',
  intro: 'Every address ends with a slash. Errors always have the shape { code, message, fields? }.',
  openApiLink: 'OpenAPI 3.1',
  groups: 'Groups of calls',
  access: { anyone: 'Anyone', 'signed-in': 'Signed in', admin: 'Admins' },
  request: 'Takes',
  response: 'Answers',
  example: 'Example',
  optional: 'optional',
  from: { path: 'in the path', query: 'in the query', json: 'JSON body', form: 'multipart body' },
  file: 'The bytes of the file',
  nothing: 'An empty object',
  errors: 'Errors',
  failed: 'The description of the API could not be loaded.',
  yourToken: 'YOUR_ACCESS_TOKEN',
}
