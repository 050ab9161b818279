import type { Category } from '@vitrine/contract/vocabulary/categories'
import { cloud, flame, shine, silk, smoke } from './air-and-cloth.ts'
import { bottle, bubble, drinkIn, drop, fallingDrop, gem, iceCube, jug, marble, tumbler, vessel } from './glass.ts'
import { flower, leaf, leafOutlines } from './plants.ts'
import * as round from './round-things.ts'
import { ellipse, fill, line, type Scene } from './scene.ts'

/** A thing rendered with light, shade and soft edges, as a photograph that was cut out has them. */
export interface ObjectDrawing {
  title: string
  category: Category['value']
  keywords: string
  draw: (scene: Scene) => string
}

const object = (
  title: string,
  category: Category['value'],
  keywords: string,
  draw: (scene: Scene) => string,
): ObjectDrawing => ({
  title,
  category,
  keywords,
  draw,
})

const peel = { frequency: 0.06, height: 1.1 }
const rough = { frequency: 0.03, height: 3.2 }
const band = (y: number, height: number, colour: string, opacity = 0.5) =>
  `<rect x="0" y="${y}" width="1000" height="${height}" fill="${colour}" opacity="${opacity}"/>`
const star = 'M500 270L556 430L725 434L590 537L638 700L500 604L362 700L410 537L275 434L444 430Z'
const crown = 'M300 640V380L410 480L500 320L590 480L700 380V640Z'

export const objects: ObjectDrawing[] = [
  object('Green apple', 'food', 'fruit leaf fresh', (scene) =>
    round.fruit(scene, { colours: ['#e3f28a', '#8fc02f', '#456d10'] }, round.apple, { leaf: true }),
  ),
  object('Glossy red apple', 'food', 'fruit fresh', (scene) =>
    round.fruit(scene, { colours: ['#ff8a6a', '#c91f26', '#5c0712'], gloss: 0.85 }, round.apple),
  ),
  object('Orange with a leaf', 'food', 'fruit citrus peel', (scene) =>
    round.fruit(scene, { colours: ['#ffc46b', '#f58a12', '#a8480a'], texture: peel }, round.orange, {
      leaf: true,
      stalkFrom: 230,
    }),
  ),
  object('Lemon', 'food', 'fruit citrus yellow sour', (scene) =>
    round.citrus(scene, { colours: ['#fff6a0', '#f6d21f', '#ad8207'], texture: peel }),
  ),
  object('Lime', 'food', 'fruit citrus green sour', (scene) =>
    round.citrus(scene, { colours: ['#d6f08a', '#7fb52a', '#3c650f'], texture: peel }),
  ),
  object('Pear', 'food', 'fruit yellow green', (scene) =>
    round.fruit(
      scene,
      { colours: ['#f6f0a0', '#cdc23c', '#7a6d12'], texture: { frequency: 0.1, height: 0.6 } },
      round.pear,
      { stalkFrom: 190 },
    ),
  ),
  object('Plum', 'food', 'fruit purple', (scene) =>
    round.fruit(scene, { colours: ['#a889d8', '#4f2a78', '#1c0b33'], gloss: 0.4 }, round.plum),
  ),
  object('Pair of cherries', 'food', 'fruit red', (scene) =>
    round.cherries(scene, { colours: ['#ff6d6d', '#b00d24', '#43030f'], gloss: 0.9 }),
  ),
  object('Bunch of grapes', 'food', 'fruit blue wine', (scene) =>
    round.grapes(scene, { colours: ['#9da6e8', '#3b3f8f', '#141640'], gloss: 0.6 }),
  ),
  object('Brown egg', 'food', 'breakfast hen', (scene) =>
    round.egg(scene, { colours: ['#f3d3b0', '#cf9462', '#7c4a28'], texture: { frequency: 0.2, height: 0.5 } }),
  ),
  object('White egg', 'food', 'breakfast hen', (scene) =>
    round.egg(scene, { colours: ['#ffffff', '#ece6da', '#a39a8a'] }),
  ),

  object('Green glass bottle', 'drinks', 'wine glass empty', (scene) =>
    vessel(scene, bottle, '#1f6a2c', { opacity: 0.72 }),
  ),
  object('Brown glass bottle', 'drinks', 'beer glass', (scene) => vessel(scene, bottle, '#5e2c0a', { opacity: 0.8 })),
  object('Blue glass carafe', 'drinks', 'jug glass vase', (scene) => vessel(scene, jug, '#1a4cae', { opacity: 0.62 })),
  object('Clear glass carafe', 'drinks', 'jug glass vase water', (scene) =>
    vessel(scene, jug, '#b9d6de', { opacity: 0.22 }),
  ),
  object('Glass of orange juice', 'drinks', 'breakfast fruit glass', (scene) =>
    vessel(scene, tumbler, '#d8e6ea', { opacity: 0.16, drink: drinkIn(scene, ['#ffb63d', '#e87d0c']) }),
  ),
  object('Glass of iced tea', 'drinks', 'cold summer glass', (scene) =>
    vessel(scene, tumbler, '#d8e6ea', { opacity: 0.16, drink: drinkIn(scene, ['#c9762c', '#6d2f0a'], 260) }),
  ),
  object('Glass of water', 'drinks', 'clear glass', (scene) =>
    vessel(scene, tumbler, '#cfe3ea', {
      opacity: 0.2,
      drink: drinkIn(scene, ['#a9cfe0', '#5e9ab8'], 300, 0.5),
    }),
  ),
  object('Ice cube', 'drinks', 'cold frozen water clear', iceCube),

  object('Green leaf', 'plants_and_flowers', 'tree nature', (scene) =>
    leaf(scene, leafOutlines.oval, { blade: ['#a9d65c', '#4f9a2a', '#245a16'], vein: '#cfe89a' }),
  ),
  object('Yellow birch leaf', 'plants_and_flowers', 'tree autumn', (scene) =>
    leaf(scene, leafOutlines.oval, { blade: ['#ffe680', '#e9b61c', '#9a6a08'], vein: '#fff3b8' }),
  ),
  object('Willow leaf', 'plants_and_flowers', 'tree slim green', (scene) =>
    leaf(scene, leafOutlines.slim, { blade: ['#c8dfa0', '#7ba04e', '#44662a'], vein: '#e6f2cc' }),
  ),
  object('Red maple leaf', 'plants_and_flowers', 'tree autumn canada', (scene) =>
    leaf(scene, leafOutlines.maple, { blade: ['#ff7a4a', '#c8261c', '#6d0c10'], vein: '#ffb08a' }),
  ),
  object('Orange maple leaf', 'plants_and_flowers', 'tree autumn', (scene) =>
    leaf(scene, leafOutlines.maple, { blade: ['#ffc65a', '#ea7a14', '#8f3a06'], vein: '#ffe0a0' }),
  ),
  object('Brown oak leaf', 'plants_and_flowers', 'tree autumn', (scene) =>
    leaf(scene, leafOutlines.oak, { blade: ['#c99a62', '#8a5a2c', '#4a2b12'], vein: '#e6c79a' }),
  ),
  object('White daisy', 'plants_and_flowers', 'flower spring', (scene) =>
    flower(scene, ['#ffffff', '#c9cfdd'], ['#ffe37a', '#f0b01a', '#a36a06'], { count: 14, width: 60 }),
  ),
  object('Pink gerbera', 'plants_and_flowers', 'flower', (scene) =>
    flower(scene, ['#f77fb0', '#b52a6c'], ['#8a5a3a', '#4a2a18', '#1c0f08'], { count: 18, width: 48 }),
  ),
  object('Blue anemone', 'plants_and_flowers', 'flower spring', (scene) =>
    flower(scene, ['#7d8ff0', '#3a3fb0'], ['#3a3a5a', '#1d1d38', '#08081a'], { count: 8, width: 104 }),
  ),

  object('Drop of water', 'the_environment', 'clear rain wet', (scene) => drop(scene, fallingDrop, [500, 620], 290)),
  object('Soap bubble', 'the_environment', 'clear rainbow round', (scene) => bubble(scene, [500, 500], 430)),
  object(
    'Three soap bubbles',
    'the_environment',
    'clear rainbow round',
    (scene) => bubble(scene, [350, 600], 290) + bubble(scene, [720, 330], 200) + bubble(scene, [740, 760], 120),
  ),
  object('White cloud', 'the_environment', 'sky weather soft', (scene) => cloud(scene, ['#ffffff', '#b9c6d6'])),
  object('Dark cloud', 'the_environment', 'sky weather storm soft', (scene) => cloud(scene, ['#7d8794', '#2d343e'])),
  object('Smoke', 'the_environment', 'air grey soft', (scene) => smoke(scene, ['#aab0b8', '#5c636d'])),
  object('Flame', 'the_environment', 'fire hot shine', (scene) => flame(scene, ['#f0480c', '#ff9a1c', '#ffe36a'])),
  object('Blue flame', 'the_environment', 'fire gas shine', (scene) => flame(scene, ['#1c4fd8', '#3aa0ff', '#b8ecff'])),

  object('Grey pebble', 'landscape', 'stone rock beach', (scene) =>
    round.pebble(scene, { colours: ['#d5d8da', '#8d9296', '#43484d'], texture: rough }, round.pebbles[0]),
  ),
  object('Red pebble', 'landscape', 'stone rock beach', (scene) =>
    round.pebble(scene, { colours: ['#e3b49a', '#a9684c', '#552c1e'], texture: rough }, round.pebbles[1]),
  ),
  object('Stacked stones', 'landscape', 'balance zen rock', (scene) =>
    round.stackedStones(scene, [
      { colours: ['#c8ccce', '#82888c', '#3c4145'], texture: rough },
      { colours: ['#e0d2bd', '#a3927a', '#5a4c3a'], texture: rough },
    ]),
  ),

  object('Red balloon', 'hobbies_and_leisure', 'party birthday', (scene) =>
    round.balloon(scene, { colours: ['#ff8a80', '#dc1f2e', '#7a0614'] }),
  ),
  object('Blue balloon', 'hobbies_and_leisure', 'party birthday', (scene) =>
    round.balloon(scene, { colours: ['#8fc4ff', '#1f6fdc', '#08306e'] }),
  ),
  object('Yellow balloon', 'hobbies_and_leisure', 'party birthday', (scene) =>
    round.balloon(scene, { colours: ['#fff3a0', '#f2c314', '#9a7205'] }),
  ),
  object('Blue glass marble', 'hobbies_and_leisure', 'toy game glass', (scene) =>
    marble(scene, ['#1f5fd0', '#8fd0ff']),
  ),
  object('Red glass marble', 'hobbies_and_leisure', 'toy game glass', (scene) => marble(scene, ['#d02a1f', '#ffd08f'])),
  object('Green glass marble', 'hobbies_and_leisure', 'toy game glass', (scene) =>
    marble(scene, ['#1f8a3a', '#f0e68f']),
  ),

  object('Red Christmas bauble', 'culture_and_religion', 'tree glass ball', (scene) =>
    round.bauble(scene, { colours: ['#ff7a70', '#b8121f', '#4a0309'] }),
  ),
  object('Golden Christmas bauble', 'culture_and_religion', 'tree glass ball', (scene) =>
    round.bauble(
      scene,
      { colours: ['#fff3b8', '#d8a52a', '#6d4a08'] },
      band(500, 26, '#fff6cc') + band(600, 26, '#fff6cc'),
    ),
  ),
  object('Silver Christmas bauble', 'culture_and_religion', 'tree glass ball', (scene) =>
    round.bauble(scene, { colours: ['#ffffff', '#a9b2bc', '#3f4852'] }),
  ),

  object('Gold coin', 'business', 'money star', (scene) => round.coin(scene, ['#fff3b0', '#e0ab2c', '#8f6410'], star)),
  object('Silver coin', 'business', 'money crown', (scene) =>
    round.coin(scene, ['#ffffff', '#b6bdc6', '#626a74'], crown),
  ),
  object('Copper coin', 'business', 'money star', (scene) =>
    round.coin(scene, ['#ffd2b0', '#c9733a', '#6d3410'], star),
  ),

  object('Diamond', 'lifestyle', 'gem jewel stone', (scene) => gem(scene, ['#ffffff', '#c5dbe8', '#6f94ab'], 8)),
  object('Ruby', 'lifestyle', 'gem jewel stone red', (scene) => gem(scene, ['#ff9aa8', '#d0142f', '#5e0412'], 8)),
  object('Emerald', 'lifestyle', 'gem jewel stone green', (scene) => gem(scene, ['#a8f0c0', '#119a4e', '#05411f'], 6)),
  object('Sapphire', 'lifestyle', 'gem jewel stone blue', (scene) => gem(scene, ['#a8ccff', '#1a4fc9', '#081f5e'], 10)),
  object('Amethyst', 'lifestyle', 'gem jewel stone purple', (scene) =>
    gem(scene, ['#e0bfff', '#8a3fd0', '#3a1066'], 7),
  ),
  object('Pearl', 'lifestyle', 'jewel white round', (scene) =>
    round.ball(scene, { colours: ['#ffffff', '#e9dfe0', '#a8979c'], gloss: 0.9 }),
  ),
  object('Red silk cloth', 'lifestyle', 'fabric folds', (scene) => silk(scene, ['#ff6f6a', '#b3121f', '#5e0610'])),
  object('Blue silk cloth', 'lifestyle', 'fabric folds', (scene) => silk(scene, ['#8ab8ff', '#2450b0', '#0d2257'])),

  object('Red planet', 'science', 'space mars round', (scene) =>
    round.planet(scene, { colours: ['#f0a070', '#b8552a', '#5e2410'], texture: { frequency: 0.012, height: 6 } }, ''),
  ),
  object('Striped planet', 'science', 'space jupiter gas round', (scene) =>
    round.planet(
      scene,
      { colours: ['#f3dcb8', '#d0a070', '#7a5230'] },
      [200, 330, 420, 560, 660, 780]
        .map((y, at) => band(y, 40 + (at % 3) * 18, at % 2 ? '#8a4f2a' : '#fff1d8', 0.45))
        .join(''),
    ),
  ),
  object('Planet with a ring', 'science', 'space saturn', ringedPlanet),
  object('Moon', 'science', 'space crater night round', (scene) =>
    round.planet(scene, { colours: ['#f4f2ea', '#bdbab0', '#6d6b64'], texture: rough }, craters(scene)),
  ),
  object('Glow of light', 'graphic_resources', 'lens flare star bright', (scene) => shine(scene, '#ffd88a')),
]

function craters(scene: Scene): string {
  const places = [
    [380, 360, 70],
    [600, 300, 45],
    [520, 560, 95],
    [330, 640, 50],
    [680, 620, 60],
    [640, 450, 34],
    [450, 760, 44],
  ] as const
  return places
    .map(([x, y, r]) =>
      fill(
        ellipse([x, y], r),
        scene.linear(
          [x - r, y - r],
          [x + r, y + r],
          [
            [0, '#55534c', 0.75],
            [1, '#f8f6ee', 0.7],
          ],
        ),
      ),
    )
    .join('')
}

function ringedPlanet(scene: Scene): string {
  const turned = 'transform="rotate(-18 500 500)"'
  const paint = scene.linear(
    [60, 500],
    [940, 500],
    [
      [0, '#f1dfb4', 0.9],
      [0.5, '#b8935a', 0.75],
      [1, '#5e4526', 0.8],
    ],
  )
  const half = (sweep: 0 | 1) => `M70 500A430 120 0 0 ${sweep} 930 500`
  const ring = (sweep: 0 | 1) => `<g ${turned}>${line(half(sweep), paint, 46)}</g>`
  const globe = round.planet(
    scene,
    { colours: ['#fbe7b8', '#d8b06a', '#7a5a2a'] },
    band(420, 50, '#fff4d6', 0.4) + band(560, 60, '#8f6a36', 0.4),
    ring(1),
  )
  return globe + ring(0)
}
