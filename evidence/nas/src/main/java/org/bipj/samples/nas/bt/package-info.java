/** NAS BT: the gas flow of package {@code cfd} by block tridiagonal systems (RNR-94-007, section 3). */
package org.bipj.samples.nas.bt;
