/**
 * Objects as bytes, by Java serialisation: {@link org.bipj.mpi.object.Serialization} writes and reads them, and {@link
 * org.bipj.mpi.object.ClassNames} refuses classes by name, before they are loaded.
 */
package org.bipj.mpi.object;
