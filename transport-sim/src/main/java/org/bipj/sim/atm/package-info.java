/** ATM: a network interface without DMA that only the kernel may touch, fibres that lose cells, and SSAM's traps. */
package org.bipj.sim.atm;
