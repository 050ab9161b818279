import { useId } from 'react'
import { curlCommand } from './curl-example.ts'
import { messages } from './messages.ts'
import type { Content, Operation, Response } from './open-api.ts'
import { type Field, fieldsOf, limitsOf, typeOf } from './schema-text.ts'

interface ApiCallProps {
  server: string
  method: string
  path: string
  operation: Operation
}

/** One endpoint: access, request fields, responses and a curl example. */
export function ApiCall({ server, method, path, operation }: ApiCallProps) {
  const id = useId()
  return (
    <article aria-labelledby={id} className="panel min-w-0 overflow-clip">
      <header className="px-5 pt-4 sm:px-6">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 id={id} className="font-mono font-semibold text-[0.9375rem] wrap-anywhere">
            <span className="mr-3 text-accent uppercase">{method}</span>
            {path}
          </h3>
          <p className="ml-auto text-soft text-sm">{messages.access[operation['x-access']]}</p>
        </div>
        <p className="mt-1.5 max-w-[72ch] text-soft">{operation.summary}</p>
      </header>
      <FieldTable heading={messages.request} fields={inputFields(operation)} />
      <Responses operation={operation} />
      <details className="mt-4 border-line border-t">
        <summary className="cursor-pointer px-5 py-3 font-medium text-sm sm:px-6">{messages.example}</summary>
        <pre className="wrap-anywhere whitespace-pre-wrap px-5 pb-5 font-mono text-sm sm:px-6">
          <code>{curlCommand(server, method, path, operation)}</code>
        </pre>
      </details>
    </article>
  )
}

function inputFields({ parameters, requestBody }: Operation): Field[] {
  const fromUrl = parameters.map(({ name, in: location, required, schema }) => ({
    name,
    type: typeOf(schema),
    limits: limitsOf(schema),
    note: required ? messages.from[location] : `${messages.from[location]}, ${messages.optional}`,
  }))
  const content = requestBody?.content ?? {}
  const location = content['multipart/form-data'] ? messages.from.form : messages.from.json
  const fromBody = fieldsOf(schemaOf(content)).map((field) => ({
    ...field,
    note: [location, field.note].filter(Boolean).join(', '),
  }))
  return [...fromUrl, ...fromBody]
}

function Responses({ operation }: { operation: Operation }) {
  const responses = Object.entries(operation.responses)
  const [[status, success] = [], ...others] = responses.filter(([status]) => Number(status) < 400)
  const errors = responses.filter(([status]) => Number(status) >= 400)
  const fields = fieldsOf(schemaOf(success?.content))
  const isFile = Boolean(success?.content?.['image/png'])
  return (
    <>
      {fields.length > 0 ? (
        <FieldTable heading={`${messages.response} ${status}`} fields={fields} />
      ) : (
        <div className="px-5 pt-4 sm:px-6">
          <h4 className="font-semibold text-sm">{`${messages.response} ${status}`}</h4>
          <p className="text-soft text-sm">{isFile ? messages.file : messages.nothing}</p>
          {others.map(([other, { description }]) => (
            <p key={other} className="text-soft text-sm tabular-nums">{`${other}: ${description}`}</p>
          ))}
        </div>
      )}
      {errors.length > 0 && (
        <p className="px-5 pt-3 text-soft text-sm tabular-nums sm:px-6">
          {`${messages.errors}: ${errors.map(errorText).join('; ')}`}
        </p>
      )}
    </>
  )
}

const errorText = ([status, { 'x-codes': codes = [] }]: [string, Response]) => `${status} ${codes.join(', ')}`

function FieldTable({ heading, fields }: { heading: string; fields: Field[] }) {
  if (fields.length === 0) return null
  return (
    <div className="px-5 pt-4 sm:px-6">
      <table className="w-full text-left text-sm sm:table-fixed">
        <caption className="pb-1 text-left font-semibold">{heading}</caption>
        <colgroup>
          <col className="w-[36%]" />
          <col className="w-[20%]" />
          <col className="w-[24%]" />
        </colgroup>
        <tbody>
          {fields.map(({ name, type, limits, note }) => (
            <tr key={name} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 pr-3 sm:pr-6 font-medium font-mono wrap-anywhere">
                {name}
              </th>
              <td className="py-1.5 pr-3 sm:pr-6">{type}</td>
              <td className="py-1.5 pr-3 sm:pr-6 text-soft">{limits}</td>
              <td className="py-1.5 text-soft">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const schemaOf = (content: Content = {}) => Object.values(content)[0]?.schema ?? {}
