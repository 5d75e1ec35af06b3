/** NAS MG: Poisson's equation in a periodic cube by a multigrid method (RNR-94-007, section 2). */
package org.bipj.samples.nas.mg;
