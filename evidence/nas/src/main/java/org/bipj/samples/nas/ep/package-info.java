/** NAS EP: Gaussian random numbers, with next to no communication (RNR-94-007, section 2). */
package org.bipj.samples.nas.ep;
