/** NAS CG: the smallest eigenvalue of a sparse matrix by conjugate gradients (RNR-94-007, section 2). */
package org.bipj.samples.nas.cg;
