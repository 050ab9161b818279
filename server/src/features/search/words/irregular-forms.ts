/** Words, each with the plurals or past forms that stemming does not lead to it. */
const forms = [
  'child children, leaf leaves, knife knives, wolf wolves, shelf shelves, loaf loaves, half halves, calf calves',
  'wife wives, life lives, thief thieves, scarf scarves, elf elves, dwarf dwarves, hoof hooves, mouse mice',
  'louse lice, goose geese, foot feet, tooth teeth, man men, woman women, ox oxen, person people, die dice',
  'bus buses, cactus cacti, fungus fungi, octopus octopi, bacterium bacteria, vertex vertices, matrix matrices',
  'index indices, axis axes',
  'arise arose arisen, awake awoke awoken, bear borne, beat beaten, become became, begin began begun, bend bent',
  'bite bitten, bleed bled, blow blew blown, break broke broken, breed bred, bring brought, build built, burn burnt',
  'buy bought, catch caught, choose chose chosen, cling clung, come came, creep crept, deal dealt, dig dug',
  'draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed',
  'fight fought, flee fled, fly flew flown, forget forgot forgotten, freeze froze frozen, give gave given',
  'grow grew grown, hang hung, hear heard, hide hidden, hold held, keep kept, kneel knelt, know knew known, lead led',
  'lean leant, leap leapt, lend lent, light lit, lose lost, make made, meet met, melt molten, pay paid',
  'ride rode ridden, rise risen, run ran, sell sold, send sent, sew sewn, shake shook shaken, shine shone, shoot shot',
  'show shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid',
  'speak spoke spoken, spend spent, spill spilt, spin spun, spring sprang sprung, stand stood, steal stole stolen',
  'stick stuck, sting stung, strike struck, swear sworn, sweep swept, swim swam swum, swing swung, take took taken',
  'teach taught, tear torn, tell told, think thought, throw threw thrown, understand understood, wake woke woken',
  'wear wore worn, weave wove woven, weep wept, win won, write wrote written',
]

export const irregularForms = new Map(
  forms
    .join(', ')
    .split(', ')
    .flatMap((row) => {
      const [word, ...others] = row.split(' ')
      return others.map((form) => [form, word!] as const)
    }),
)
