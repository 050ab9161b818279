const deeds =
  'created|generated|produced|exported|edited|rendered|resized|cropped|converted|compressed|optimi[sz]ed|processed' +
  '|saved|scanned|written|uploaded|downloaded'
const programs =
  'adobe (?:photoshop|illustrator|imageready|fireworks|lightroom|express|firefly|indesign)|photoshop|gimp|inkscape' +
  '|krita|procreate|coreldraw|affinity (?:designer|photo)|clip studio paint|imagemagick' +
  '|paint\\.net|canva|figma|ezgif|tinypng|imageready|photopea|pixlr|xnview|irfanview|ms paint'

/** "Resized on …", "Image created with …", and by what. */
const deed = new RegExp(
  `^(?:(?:this )?(?:image|picture|photo|file|graphic) (?:was )?)?(?:(made)|${deeds})(?: \\w+)? ` +
    '(?:(with|by|using)|in|on|at|from|via) (.{1,200})$',
  'i',
)
const label = /^(?:software|creator|generator|program|application|tool|encoder)\s*[:=]/i
const address = /^\S+\.[a-z]{2,}(?:\/\S*)?$/i
const program = new RegExp(`^(?:the )?(?:${programs})\\b(.*)$`, 'i')
/** What follows the name of a program, word for word: edition, version and system. */
const version = /^(?:cc|cs\d?|pro|v?\d[\d.]*|\d\d-bit|windows|macintosh)?$/i

/** Whether a program signed here, as "Created with GIMP" and "Adobe Photoshop CC 2019" do, but not "Made with love". */
export function isProgramSignature(text: string): boolean {
  const line = text.trim()
  const words = program.exec(line)?.[1]?.split(/[\s,()]+/)
  if (label.test(line) || address.test(line) || words?.every((word) => version.test(word))) return true
  const [, made, doer, by = ''] = deed.exec(line) ?? []
  const isName = doer && !made && /^\S*[A-Z]/.test(by)
  return Boolean(isName) || /^\S*\w\.[a-z]{2,}/i.test(by) || program.test(by)
}
