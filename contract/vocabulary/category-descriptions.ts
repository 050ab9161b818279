import type { Category } from './categories.ts'

/** What a category holds, in one sentence. The server sends it, so that pages do not load all twenty. */
export const categoryDescriptions: Record<Category['value'], string> = {
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
