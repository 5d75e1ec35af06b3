/** NAS SP: the gas flow of package {@code cfd} by scalar pentadiagonal systems (RNR-94-007, section 3). */
package org.bipj.samples.nas.sp;
