/** NAS IS: integer keys ranked by a counting sort (RNR-94-007, section 2). */
package org.bipj.samples.nas.is;
