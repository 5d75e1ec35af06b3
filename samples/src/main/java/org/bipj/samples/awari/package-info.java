/** The sample awari: an endgame database by parallel retrograde analysis, over Orca. */
package org.bipj.samples.awari;
