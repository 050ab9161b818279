/** What people add on sites of transparent images without naming a thing: it goes where another word stays. */
export const fillerWords = new Set(
  `png pngs jpg jpeg svg gif webp vector vectors clipart cliparts clip-art image images img imgs picture pictures pic
  pics photo photos photograph photography graphic graphics illustration illustrations transparent transparency
  background backgrounds bg free download downloads hd hq 4k 8k cutout cutouts file files stock royalty a an the of and
  or in on at to for with without no from by is are be i me my you your we us our it its this that these those am im
  looking want need show find get give search please some any can could would will which what where use have has do
  does like just about as so very really nice cool best good high quality resolution all every each there here they them
  their who was were been had did will if then than too also only into onto but because while should
  may might must let thanks thank hello hi somebody someone something anything`.split(/\s+/),
)

/** After these stands what tells of a thing and is not the thing. */
export const prepositions = new Set('with without in on at by from for to'.split(' '))

/** Fillers that name nothing even when they are all that is asked for; the others may be what is wanted. */
export const emptyWords = new Set(
  'png pngs transparent free clipart image images picture pictures a the an of'.split(' '),
)

/** Phrases about the file that stand before or after what is meant. */
export const fillerPhrases = [
  /\b(with |on )?(a |an )?(transparent|no|without|clear|white) (back ?ground|bg)\b/gi,
  /\bback ?ground removed\b/gi,
  /\bclip ?art\b/gi,
  /\bcut ?out\b/gi,
  /\bfree (download|to use)\b/gi,
  /\bhigh (quality|resolution|res)\b/gi,
  // What it is for says nothing about what it shows.
  /\bfor (my|our|your|a|an|the) (\w+ )?(presentation|project|website|site|blog|homework|poster|flyer|slides|app)\b/gi,
  /\b(image|picture|photo|pic|drawing)s? of\b/gi,
]
