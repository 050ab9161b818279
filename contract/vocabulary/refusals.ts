const saveAgain = 'Open it in an image editor, save it as PNG again and upload that.'
const shrink = 'Make it smaller and upload it again.'
const reduceDepth = 'Save it with 8 bits per channel or make it smaller.'

/** What is wrong, then what to do; the server fills each {placeholder} and sends the code with the sentence. */
export const refusals = {
  empty_file: 'This file is empty. Export the picture again and upload the new file.',
  not_a_png: 'This is not a PNG file. Export the picture as PNG and upload that.',
  other_format: 'This is {format}, whatever its name says. Export the picture as PNG and upload that.',
  mangled:
    'This PNG was altered on its way, as happens in a transfer in text mode. Copy the original again and upload that.',
  truncated: 'This file stops before the picture is complete. Copy the original again and upload the whole file.',
  damaged: 'This file is damaged: {what}. Go back to the original, save it as PNG again and upload that.',
  malformed: `This file breaks the PNG format: {what}. ${saveAgain}`,
  trailing_bytes: `Something more follows the end of the picture in this file. ${saveAgain}`,
  file_too_large: 'This file is larger than {limit} MB. Make the picture smaller and upload it again.',
  side_too_long: `This picture is {width} × {height} pixels, but no side may be longer than {limit}. ${shrink}`,
  too_many_pixels: `This picture is {width} × {height} pixels, which is more than {limit} million in all. ${shrink}`,
  too_deep: `This picture would take {size} MiB once opened; {limit} MiB are allowed. ${reduceDepth}`,
  too_much_metadata:
    'This file carries more than {limit} MiB besides the picture itself. Export it without metadata and upload that.',
  too_many_chunks: `This file is cut into more than {limit} pieces. ${saveAgain}`,
  animated: 'This PNG is animated, and only still pictures are taken. Save the frame to share as a PNG of its own.',
  apple_png:
    'This PNG was rewritten for iPhone apps (CgBI), so other programs cannot open it. Upload the original picture.',
  nothing_to_see:
    'Nothing can be seen in this picture: all of it is transparent or nearly so. Export it again and upload that.',
  taken_down:
    'A picture like this was taken down from this library, so it is not taken again. If it is yours to give, write ' +
    'to us: the contact page says how.',
  too_heavy: 'This picture took too much time or memory to open. Make it smaller, or save it without interlacing.',
} as const

export type RefusalCode = keyof typeof refusals

/** The parameters that the sentence of a code names: `{ limit: ... }` for '... {limit} MB'. */
export type RefusalParams<Code extends RefusalCode> = Record<Placeholder<(typeof refusals)[Code]>, string | number>

type Placeholder<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** The sentence with its parameters filled in; numbers are grouped by thousands. */
export const refusalMessage = <Code extends RefusalCode>(code: Code, params: RefusalParams<Code>): string =>
  refusals[code].replace(/\{(\w+)\}/g, (_, name: Placeholder<(typeof refusals)[Code]>) => {
    const value = params[name]
    return typeof value === 'number' ? value.toLocaleString('en') : value
  })
