import type { CrashOrder } from './crash-order.ts'
import type { CrashSite } from './crash-site.ts'

/** Something that people, the operator or jobs do, which a crash may interrupt at any point. */
export interface Operation<Material = unknown> {
  name: string
  scope: CrashOrder['scope']
  /** What is there before, a new one for each try. */
  prepare(site: CrashSite, attempt: number): Promise<Material>
  /** Returns whether all of it was acknowledged; it may be called again after a crash. */
  run(site: CrashSite, material: Material): Promise<boolean>
  /** What is lost or half-done, as sentences: done in whole when acknowledged, otherwise in whole or not at all. */
  check(site: CrashSite, material: Material, isAcknowledged: boolean): Promise<string[]>
}

/** The material's type is known only to its operation. */
export const operation = <Material>(one: Operation<Material>): Operation => one as Operation
