/** NAS LU: the gas flow of package {@code cfd} by symmetric successive over-relaxation (RNR-94-007, section 3). */
package org.bipj.samples.nas.lu;
