#include "studio.inc"
// A lamp whose light fades out in the air around it.
#declare Light = rgb <Between(0.4, 1), Between(0.3, 1), Between(0.1, 1)>;
sphere { 0, Between(0.15, 0.4) pigment { Light } finish { emission 1 diffuse 0 } }
cylinder { <0, -0.2, 0>, <0, -1.7, 0>, 0.09 pigment { Tint() } finish { specular 0.4 } }
sphere {
  0, 1
  pigment { rgbt 1 }
  hollow
  interior {
    media {
      emission Light * Between(0.4, 1.2)
      absorption Between(0.3, 1)
      intervals 1
      samples 15
      method 3
      density { spherical density_map { [0 rgb 0] [0.5 rgb 0.3] [1 rgb 2.5] } }
    }
  }
  scale Between(1.1, 1.6)
}
