import { trustLevel } from '@vitrine/contract/calls/accounts/profile'
import type { Feature } from '#feature'
import { trustBenefitsOf, trustOf } from './trust.ts'

export const trust: Feature = {
  routes(_app, { serve, db, config }) {
    serve(trustLevel, {
      mine: async ({ caller }) => ({ trust: await trustOf(db, caller), benefits: trustBenefitsOf(config) }),
    })
  },
}
