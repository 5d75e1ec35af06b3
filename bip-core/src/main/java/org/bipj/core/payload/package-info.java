/**
 * User data on its way: a typed range of an array, buffer or segment ({@link org.bipj.core.payload.Payload}) and the
 * layout of one datatype element ({@link org.bipj.core.payload.TypeLayout}). Nothing here knows messages.
 */
@NullMarked
package org.bipj.core.payload;

import org.jspecify.annotations.NullMarked;
