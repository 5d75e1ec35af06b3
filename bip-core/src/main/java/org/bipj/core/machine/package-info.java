/** What a process finds where it runs: its machine, its Java, its environment. */
@NullMarked
package org.bipj.core.machine;

import org.jspecify.annotations.NullMarked;
