import { createRequire } from 'node:module'
import { type Category, categories } from '@vitrine/contract/vocabulary/categories'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import sharp, { type Sharp } from 'sharp'
import { fillerWords } from '#features/search/question/filler-words'

const list = (names: string) => names.trim().split(/\s+/)

/** Twelve icons of Noto Emoji for each category, by their names in the icon set. */
export const drawings: Record<Category['value'], string[]> = {
  animals: list('fox butterfly parrot octopus dog-face tiger turtle dolphin owl elephant flamingo hedgehog'),
  buildings_and_architecture: list(`
    castle house-with-garden classical-building lighthouse factory church stadium hut mosque tent
    office-building japanese-castle
  `),
  business: list(`
    briefcase money-bag bar-chart chart-increasing credit-card calendar coin clipboard money-with-wings
    balance-scale receipt ledger
  `),
  drinks: list(`
    tropical-drink hot-beverage teacup-without-handle wine-glass beer-mug cocktail-glass bubble-tea beverage-box
    cup-with-straw glass-of-milk mate sake
  `),
  the_environment: list(`
    rainbow globe-showing-europe-africa sun cloud-with-rain snowflake droplet fire water-wave recycling-symbol
    cloud-with-lightning crescent-moon tornado
  `),
  states_of_mind: list(`
    beaming-face-with-smiling-eyes thinking-face face-with-tears-of-joy sleeping-face crying-face angry-face
    star-struck smiling-face-with-hearts relieved-face anxious-face-with-sweat partying-face red-heart
  `),
  food: list(`
    avocado pizza strawberry hamburger croissant red-apple doughnut sushi watermelon carrot cheese-wedge
    shortcake
  `),
  graphic_resources: list(`
    star sparkles glowing-star dizzy speech-balloon check-mark-button large-blue-diamond thought-balloon ribbon
    bullseye label cross-mark
  `),
  hobbies_and_leisure: list(`
    guitar artist-palette camera puzzle-piece kite joystick teddy-bear fishing-pole video-game magic-wand yarn
    game-die
  `),
  industry: list(`
    gear hammer wrench toolbox nut-and-bolt carpentry-saw screwdriver brick hook chains oil-drum
    building-construction
  `),
  landscape: list(`
    national-park desert-island mount-fuji sunrise-over-mountains desert beach-with-umbrella volcano camping
    snow-capped-mountain cityscape sunset motorway
  `),
  lifestyle: list(`
    sunglasses dress high-heeled-shoe backpack couch-and-lamp bathtub ring lipstick necktie handbag hiking-boot
    candle
  `),
  people: list('astronaut artist cook farmer scientist firefighter mechanic teacher singer detective pilot baby'),
  plants_and_flowers: list(`
    cactus mushroom sunflower tulip rose cherry-blossom four-leaf-clover palm-tree maple-leaf potted-plant
    hibiscus deciduous-tree
  `),
  culture_and_religion: list(`
    christmas-tree wrapped-gift jack-o-lantern performing-arts red-paper-lantern pinata menorah musical-score
    violin party-popper nesting-dolls moai
  `),
  science: list(`
    microscope telescope dna test-tube rocket petri-dish satellite alembic ringed-planet magnet comet
    stethoscope
  `),
  social_issues: list(`
    ballot-box-with-ballot dove peace-symbol handshake megaphone wheelchair-symbol police-car-light raised-fist
    newspaper globe-with-meridians locked bell
  `),
  sports: list(`
    soccer-ball basketball tennis trophy boxing-glove bowling baseball rugby-football volleyball ping-pong
    ice-skate 1st-place-medal
  `),
  technology: list(`
    laptop mobile-phone computer-mouse battery robot keyboard desktop-computer light-bulb headphone television
    electric-plug satellite-antenna
  `),
  transport: list(`
    bicycle sailboat automobile helicopter locomotive airplane bus fire-engine motor-scooter ship racing-car
    sport-utility-vehicle
  `),
}

/** One of each category in turn, so that the home page is varied from the first moment on. */
export const interleavedDrawings = () =>
  drawings.animals.flatMap((_, round) =>
    categories.map((category) => ({ category, name: drawings[category.value][round]! })),
  )

/** Renders SVG, which is safe for this trusted icon set alone: uploads never reach an SVG renderer. */
export function renderDrawing(name: string, spoil = (body: string) => body): Sharp {
  const { body } = createRequire(import.meta.url)('@iconify-json/noto/icons.json').icons[name]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 144 144" width="1024" height="1024">${spoil(body)}</svg>`
  return sharp(Buffer.from(svg))
}

const isTelling = (word: string) => word.length > 2 && !fillerWords.has(word)

const licence: Licence = 'apache-2.0'
/** Whom to name for the drawings. */
const credit = 'Noto Emoji project, Google'

/** What the library says of a drawing. */
export function textsOf(name: string, category: Category) {
  const words = name.split('-')
  const title = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
  const description = `${title}, drawn by the Noto Emoji project (Apache-2.0) on a clear background.`
  return {
    title,
    description,
    keywords: [...words.filter(isTelling), category.name],
    licence,
    credit,
    // Drawn by people, before there were such programs.
    ai_made: 'no' as const,
  }
}
