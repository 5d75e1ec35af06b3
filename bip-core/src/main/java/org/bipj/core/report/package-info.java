/** Failures and waits of ranks as text, as a user of the program wants to see them. */
@NullMarked
package org.bipj.core.report;

import org.jspecify.annotations.NullMarked;
