import type { Category } from '@vitrine/contract/vocabulary/categories'

const list = (names: string) => names.trim().split(/\s+/)

/** The chosen icons of Noto Emoji, by their names in the icon set: twelve of each category for the library. */
export const notoNames: Record<Category['value'], string[]> = {
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
