/**
 * Generic Active Messages, the baseline of Active Messages II: firmware and host driver with one endpoint in the board's
 * memory. docs/architecture/gam.md describes it.
 */
package org.bipj.sim.gam;
