/** Files that ranks map. */
@NullMarked
package org.bipj.core.file;

import org.jspecify.annotations.NullMarked;
