import { highlights } from '@vitrine/contract/calls/visitors/gallery'
import { coverSize } from '@vitrine/contract/media-files'
import { type Category, categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#feature'
import { cardsJson } from '#features/gallery/gallery.sql'
import { publicPictureAges } from '#features/images/image-urls'
import { fail } from '#kit/api-error'
import { PreserializedJson } from '#kit/http/endpoints'
import { fileRoute } from '#kit/http/methods'
import { sendFile } from '#kit/http/send-file'
import { coverKey } from './covers.ts'
import { highlightsOf } from './highlights.sql.ts'

/** The pictures of the day, and their covers: `/media/covers/0-6f1f….jpg` is that of the home page. */
export function highlightRoutes(app: FastifyInstance, { serve, dbFor, visitorDb, store }: FeatureDeps): void {
  serve(highlights, {
    async today({ query, caller }) {
      const db = dbFor(caller)
      const { pub_nos, cover } = await highlightsOf(db, query.category ?? null)
      const about = {
        description: descriptionOf(query.category),
        cover: cover && { url: `/media/covers/${cover}${imageFormats.jpeg.extension}`, ...coverSize },
      }
      const images = await cardsJson(db, { pubNos: pub_nos })
      return new PreserializedJson(`${JSON.stringify(about).slice(0, -1)},"images":[${images}]}`)
    },
  })

  fileRoute<{ Params: { file: string } }>(app, '/media/covers/:file', async (request, reply) => {
    const category = /^(\d{1,2})-[0-9a-f]{16}\.jpg$/.exec(request.params.file)?.[1]
    if (!category) throw fail('image_not_found')
    // An address of another day shows the cover of today.
    const { cover } = await highlightsOf(visitorDb, Number(category) || null)
    if (!cover) throw fail('image_not_found')
    await sendFile(request, reply, store, {
      key: coverKey(cover),
      contentType: imageFormats.jpeg.mime,
      etag: cover,
      isPublic: true,
      ...publicPictureAges,
      missingError: fail('image_not_found'), // replaced at this moment
    })
    return reply
  })
}

function descriptionOf(category: number | undefined): string | null {
  const value = category && categoryValueById(category)
  return value ? categoryDescriptions[value] : null
}

const categoryDescriptions: Record<Category['value'], string> = {
  animals: 'Pets and wildlife, birds, fish and insects.',
  buildings_and_architecture: 'Houses, towers, bridges and landmarks, without the sky behind them.',
  business: 'Charts, contracts, offices and money, for slides and reports.',
  drinks: 'Coffee, tea, juice, wine and cocktails, in cups, glasses and bottles.',
  the_environment: 'Weather, water, recycling and renewable energy.',
  states_of_mind: 'Faces and symbols of joy, love, calm, worry and surprise.',
  food: 'Fruit and vegetables, bread and cheese, sweets and whole dishes.',
  graphic_resources: 'Arrows, badges, frames, ribbons and shapes to design with.',
  hobbies_and_leisure: 'Games, music, crafts, toys and everything else for a free afternoon.',
  industry: 'Tools, machines, factories and building sites, down to nuts and bolts.',
  landscape: 'Mountains, islands, deserts and forests to compose a scene from.',
  lifestyle: 'Clothes, homes, beauty and parties: the things of everyday life.',
  people: 'Faces, hands, families and professions.',
  plants_and_flowers: 'Flowers and leaves, trees and cacti, herbs and mushrooms.',
  culture_and_religion: 'Festivals, temples, symbols and traditions from around the world.',
  science: 'Microscopes, molecules, planets and medicine, for lessons and posters.',
  social_issues: 'Peace, health, equality, voting and volunteering.',
  sports: 'Balls, rackets, medals and athletes, for teams and tournaments.',
  technology: 'Phones, computers, robots and gadgets, from floppy disks to satellites.',
  transport: 'Cars, bikes, trains, ships and planes.',
}
