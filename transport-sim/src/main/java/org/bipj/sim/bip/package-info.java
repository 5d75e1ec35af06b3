/** BIP on the simulated board: the firmware, and its host driver, which is the port. */
package org.bipj.sim.bip;
