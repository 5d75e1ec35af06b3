/** Events for JDK Flight Recorder: long waits and long messages. Without a recording none is made, and their classes stay unloaded. */
@NullMarked
package org.bipj.core.flight;

import org.jspecify.annotations.NullMarked;
