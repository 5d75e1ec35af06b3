/**
 * BIP on the simulated board: the firmware ({@link org.bipj.sim.bip.BipFirmware}), its host driver, which is the port
 * ({@link org.bipj.sim.bip.SimPort}), and the messages between boards and hosts
 * ({@link org.bipj.sim.bip.BoardMessage}).
 */
package org.bipj.sim.bip;
