#include "studio.inc"
// A goblet of tinted glass, partly filled.
#declare Clarity = Between(0.55, 0.9);
#declare Glass = texture {
  pigment { rgbt <Between(0.5, 1), Between(0.5, 1), Between(0.5, 1), Clarity> }
  finish { ambient 0 diffuse 0.25 specular 0.9 roughness 0.004 reflection { 0.03, 0.4 fresnel } conserve_energy }
}
#declare Bowl = Between(0.5, 0.9);
union {
  difference {
    sphere { 0, Bowl scale <1, 1.2, 1> }
    sphere { 0, Bowl - 0.05 scale <1, 1.2, 1> }
    plane { -y, -Bowl * 0.6 }
  }
  cylinder { <0, -Bowl * 1.18, 0>, <0, -1.6, 0>, 0.07 }
  cone { <0, -1.6, 0>, 0.15, <0, -1.68, 0>, 0.65 }
  texture { Glass }
  interior { ior 1.45 }
}
intersection {
  sphere { 0, Bowl - 0.06 scale <1, 1.2, 1> }
  plane { y, Between(-0.2, 0.2) }
  pigment { rgbt <Between(0.2, 0.9), Between(0, 0.5), Between(0, 0.4), 0.4> }
  finish { diffuse 0.5 specular 0.4 }
  interior { ior 1.33 }
}
box { <-3, -1, -9>, <-1.5, 3, -8.9> pigment { rgb 1 } finish { emission 1 } no_image no_shadow }
