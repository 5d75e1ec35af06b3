/** Jobs that know each other: those that ranks start, those that meet, and by what names. */
@NullMarked
package org.bipj.core.job.family;

import org.jspecify.annotations.NullMarked;
