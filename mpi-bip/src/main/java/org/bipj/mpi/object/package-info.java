/**
 * Objects as bytes, by Java serialisation: {@link org.bipj.mpi.object.Serialization} writes and reads them, and {@link
 * org.bipj.mpi.object.ClassNames} refuses classes by name, before they are loaded.
 */
@NullMarked
package org.bipj.mpi.object;

import org.jspecify.annotations.NullMarked;
